import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classes } from './classes.ts'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  readonly label: string
  readonly icon: ReactNode
}

export function IconButton({ label, icon, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={classes(
        'inline-grid size-11 shrink-0 place-items-center rounded-full text-ink transition-colors hover:bg-sunken disabled:text-line-strong disabled:hover:bg-transparent',
        className,
      )}
    >
      {icon}
    </button>
  )
}
