import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './Icon.tsx'

export type NoticeTone = 'info' | 'success' | 'error'

const TONES: Record<NoticeTone, { className: string; icon: IconName | null }> = {
  info: { className: 'border-sapphire bg-sapphire-tint text-sapphire', icon: null },
  success: { className: 'border-emerald bg-emerald-tint text-emerald', icon: 'check' },
  error: { className: 'border-ruby bg-ruby-tint text-ruby', icon: 'warning' },
}

interface NoticeProps {
  readonly tone: NoticeTone
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** Screen readers announce an error at once, other notices politely. */
export function Notice({ tone, children, className }: NoticeProps) {
  const { className: colours, icon } = TONES[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={classes(
        'flex items-start gap-[min(0.75rem,3vw)] border-l-2 px-[min(1rem,4vw)] py-3 text-base',
        colours,
        className,
      )}
    >
      {icon && <Icon name={icon} className="mt-0.5 size-5" />}
      <div className="min-w-0 grow text-pretty">{children}</div>
    </div>
  )
}
