import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classes } from './classes.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet'
export type ButtonSize = 'md' | 'sm'

/** Defined in app/classes.css. */
const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'button-primary',
  secondary: 'button-secondary',
  quiet: 'button-quiet',
}

const SIZES: Record<ButtonSize, string> = { md: 'button-md', sm: 'button-sm' }

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
      className={classes('button', VARIANTS[variant], SIZES[size], className)}
    />
  )
}

interface ButtonLinkProps extends LinkProps, ButtonStyle {}

export function ButtonLink({ variant = 'primary', size = 'md', className, ...rest }: ButtonLinkProps) {
  return (
    <Link
      {...rest}
      className={classes(
        'button',
        VARIANTS[variant],
        SIZES[size],
        typeof className === 'string' && className,
      )}
    />
  )
}
