import type { Locator, Page } from '@playwright/test'

/** Pixels by which the page is wider than the window, even with larger text. */
export function horizontalOverflow(page: Page, { textScale = 1 } = {}): Promise<number> {
  return page.evaluate((scale) => {
    const { style } = document.documentElement
    style.fontSize = `${scale * 100}%`
    // Not innerWidth, which grows with overflowing content on phones.
    const { scrollWidth, clientWidth } = document.documentElement
    style.fontSize = ''
    return scrollWidth - clientWidth
  }, textScale)
}

/** Words split across lines; texts without spaces, such as addresses, may break. */
export function brokenWords(page: Page, words = /[\p{L}\d]{2,}/gu): Promise<string[]> {
  return page.evaluate((pattern) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(pattern)) {
        if (!node.parentElement?.checkVisibility() || node.parentElement.closest('.sr-only, [href*="@"]'))
          continue
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const tops = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)))
        if (tops.size > 1) broken.push(word)
      }
    return broken
  }, words)
}

/** Selected options that their fields cut off. */
export function cutChoices(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')
    if (!pen) throw new Error('No canvas')
    return [...document.querySelectorAll('select')]
      .filter((field) => field.checkVisibility())
      .filter((field) => {
        const style = getComputedStyle(field)
        pen.font = style.font
        const width = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
        const height = field.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom)
        const lines = Math.max(1, Math.floor(height / parseFloat(style.lineHeight)))
        const text = chosenText(field)
        const isLonger = pen.measureText(text).width > width * lines
        return isLonger || text.split(' ').some((word) => pen.measureText(word).width > width)
      })
      .map(chosenText)

    function chosenText(field: HTMLSelectElement): string {
      return field.selectedOptions[0]?.text ?? ''
    }
  })
}

/**
 * Controls smaller than 44 px, except links within a sentence (WCAG 2.2, 2.5.8 "inline"); a checkbox includes its
 * label.
 */
export function smallTouchTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SIZE_MIN = 43.5
    return (
      [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role="tab"]')]
        .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .filter((control) => !control.closest('[inert]') && !control.matches(':disabled'))
        .map((control) => ({ control, box: targetOf(control).getBoundingClientRect() }))
        // Visually hidden, like the skip link until it has focus.
        .filter(({ box }) => box.width > 1 && box.height > 1)
        .filter(({ control }) => !(control.matches('a') && isWithinSentence(control)))
        .filter(({ box }) => box.width < SIZE_MIN || box.height < SIZE_MIN)
        .map(({ control, box }) => {
          const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? ''
          return `${control.tagName.toLowerCase()} "${name}" ${Math.round(box.width)} × ${Math.round(box.height)}`
        })
    )

    /** The tappable element: the control, the label around it, or the card that its link covers. */
    function targetOf(control: Element): Element {
      const isStretched = getComputedStyle(control, '::after').position === 'absolute'
      const card = isStretched && control instanceof HTMLElement ? control.offsetParent : null
      return card ?? control.closest('label') ?? control
    }

    function isWithinSentence(link: Element): boolean {
      const sentence = link.parentElement?.textContent?.trim() ?? ''
      return (
        getComputedStyle(link).display === 'inline' &&
        sentence.length > (link.textContent ?? '').trim().length
      )
    }
  })
}

export async function doNotOverlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (!a || !b) throw new Error('One of the elements is not rendered')
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
}

/** Families of the web fonts that the page has loaded. */
export function loadedFontFamilies(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
  )
}
