import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classes } from './classes.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet'
export type ButtonSize = 'md' | 'sm'

const BASE = 'button'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-action bg-action text-on-action hover:border-action-hover hover:bg-action-hover',
  secondary: 'border-line-strong bg-transparent text-ink hover:border-ink hover:bg-sunken',
  quiet:
    'border-transparent bg-transparent text-ink underline decoration-gold underline-offset-4 hover:bg-sunken',
}

const SIZES: Record<ButtonSize, string> = {
  md: 'min-h-12 px-6 py-2.5 text-base',
  sm: 'min-h-11 px-4 py-2 text-sm',
}

const DISABLED =
  'disabled:border-line disabled:bg-sunken disabled:text-ink-soft disabled:no-underline aria-busy:cursor-progress'

interface ButtonStyle {
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
}

interface ButtonProps extends ComponentPropsWithRef<'button'>, ButtonStyle {
  /** Disables the button and announces that it is busy. */
  readonly busy?: boolean
  readonly children: ReactNode
}

export function Button({
  variant = 'primary',
  size = 'md',
  busy = false,
  type = 'button',
  disabled,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classes(BASE, VARIANTS[variant], SIZES[size], DISABLED, className)}
    />
  )
}

interface ButtonLinkProps extends LinkProps, ButtonStyle {}

export function ButtonLink({ variant = 'primary', size = 'md', className, ...rest }: ButtonLinkProps) {
  return (
    <Link
      {...rest}
      className={classes(BASE, VARIANTS[variant], SIZES[size], typeof className === 'string' && className)}
    />
  )
}
