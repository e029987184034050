import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classes } from './classes.ts'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  readonly label: string
  readonly icon: ReactNode
}

export function IconButton({ label, icon, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} className={classes('icon-button', className)}>
      {icon}
    </button>
  )
}
