/** How a page lies on the screen. */
import type { Locator, Page } from '@playwright/test'

/** By how much the page is wider than the window; 0 where nobody has to scroll sideways. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    // Not innerWidth: on a phone that grows with what sticks out.
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}

/**
 * What a finger may miss: controls smaller than 44 px. Links within a sentence are as large as their letters (WCAG 2.2,
 * 2.5.8 "inline"); a checkbox counts with the label around it.
 */
export function smallTouchTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ENOUGH = 43.5
    return (
      [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role="tab"]')]
        .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .filter((control) => !control.closest('[inert]') && !control.matches(':disabled'))
        .map((control) => ({ control, box: targetOf(control).getBoundingClientRect() }))
        // Hidden from the eye, as the skip link is until it has the focus.
        .filter(({ box }) => box.width > 1 && box.height > 1)
        .filter(({ control }) => !(control.matches('a') && isWithinSentence(control)))
        .filter(({ box }) => box.width < ENOUGH || box.height < ENOUGH)
        .map(({ control, box }) => {
          const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? ''
          return `${control.tagName.toLowerCase()} "${name}" ${Math.round(box.width)} × ${Math.round(box.height)}`
        })
    )

    /** What answers to a finger: the control, the label around it, or the card that its link is stretched over. */
    function targetOf(control: Element): Element {
      const isStretched = getComputedStyle(control, '::after').position === 'absolute'
      const card = isStretched && control instanceof HTMLElement ? control.offsetParent : null
      return card ?? control.closest('label') ?? control
    }

    function isWithinSentence(link: Element): boolean {
      const words = link.parentElement?.textContent?.trim() ?? ''
      return (
        getComputedStyle(link).display === 'inline' && words.length > (link.textContent ?? '').trim().length
      )
    }
  })
}

/** Whether neither covers any part of the other. */
export async function doNotOverlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (!a || !b) throw new Error('One of them has no place on the page')
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
}
