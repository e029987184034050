/**
 * Inlined at the end of the page: loads the fonts and the framework's scripts, which the server writes into a
 * <noscript>, once the first picture is painted, so that they do not compete with it on a slow connection
 * (B.picture-first). A press or a key loads them at once.
 */
import { loadFonts } from './late-fonts.ts'

const PICTURE_TIMEOUT_MS = 2000

const loader = document.currentScript
const holder = loader?.previousElementSibling
const scripts = document.createRange().createContextualFragment(holder?.textContent ?? '')
const deferred = document.createDocumentFragment()
deferred.append(...scripts.querySelectorAll('link, script[type=module]'))
// The remaining scripts set up the stream of loader data, to which later scripts in the document write.
holder?.replaceWith(scripts)
void Promise.race([
  firstPicturePainted(),
  new Promise((resolve) => setTimeout(resolve, PICTURE_TIMEOUT_MS)),
  ...['pointerdown', 'keydown'].map(
    (type) => new Promise((resolve) => addEventListener(type, resolve, { once: true })),
  ),
]).then(load)

function load(): void {
  void loadFonts()
  loader?.replaceWith(deferred)
}

async function firstPicturePainted(): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority=high]')
  await picture?.decode().catch(() => undefined)
  // The second frame begins after the first has been painted.
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
}
