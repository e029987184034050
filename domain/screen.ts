/** What pages show, how many of it and for how long (`9.screen`). */

export const SEARCH_SUGGESTIONS_MAX = 8
export const CAROUSEL_PICTURES = 14
export const CAROUSEL_INTERVAL_MS = 3000
export const TOAST_DURATION_MS = 3000
export const ZOOM_FACTOR = 1.4
export const RATING_SCALE = 5
