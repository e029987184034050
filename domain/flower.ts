/** One of the eight petals of the shop's flower, on a grid of 32. */
export const PETAL = 'M16 11.2c-2.4-2.6-2.7-6 0-9.2 2.7 3.2 2.4 6.6 0 9.2Z'

/** The replacement for a missing picture: the shop's flower, faint, on a transparent ground. */
export const FLOWER = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="-48 -48 128 128">
<g opacity=".4" fill="none" stroke="#a8842f" stroke-width=".9" stroke-linejoin="round">
<g id="a"><path id="p" d="${PETAL}"/><use href="#p" transform="rotate(90 16 16)"/><use href="#p" transform="rotate(180 16 16)"/><use href="#p" transform="rotate(270 16 16)"/></g>
<use href="#a" transform="rotate(45 16 16)"/>
<circle cx="16" cy="16" r="2.8"/>
</g>
</svg>`
