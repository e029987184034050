/** Inlined after the fonts' styles: applies them at once if the service worker has cached them. */
import { applyFonts } from './late-fonts.ts'

if (navigator.serviceWorker?.controller) applyFonts()
