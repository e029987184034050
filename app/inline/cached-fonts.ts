/** Inline after the styles of the fonts: applies them at once where the service worker has them cached. */
import { applyFonts } from './late-fonts.ts'

if (navigator.serviceWorker?.controller) applyFonts()
