/**
 * A page is read before it is used: on a slow line its scripts would take the way from its letters and pictures. So they
 * wait in a template until the first picture stands; a press or a key (see ui/early.ts) calls them at once.
 */

/** A picture that takes longer shares the line with the scripts. */
const PATIENCE_MS = 2000

const PRELOAD = /<link rel="modulepreload" [^>]*\/>/g
const ENTRY = /<script type="module" async="">[\s\S]*?<\/script>/

/** `page` with its scripts put off. What the document says of its own content (loader data, JSON-LD) stays where it is. */
export function deferScripts(page: string): string {
  const preloads = page.match(PRELOAD)?.join('') ?? ''
  return page
    .replaceAll(PRELOAD, '')
    .replace(
      ENTRY,
      (entry) => `<template>${preloads}${entry}</template><script>(${loadScripts})(${PATIENCE_MS})</script>`,
    )
}

/** Runs in the page; its hash stands in the policy like that of every inline script. */
async function loadScripts(patience: number) {
  const own = document.currentScript
  const scripts = own?.previousElementSibling
  own?.remove()
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority=high]')
  const isSeen = async () => {
    await picture?.decode().catch(() => undefined)
    // The frame after next comes when this one is on the screen.
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  }
  await Promise.race([
    isSeen(),
    new Promise((call) => setTimeout(call, patience)),
    ...['pointerdown', 'keydown'].map(
      (type) => new Promise((call) => addEventListener(type, call, { once: true })),
    ),
  ])
  if (scripts instanceof HTMLTemplateElement) scripts.replaceWith(scripts.content)
}
