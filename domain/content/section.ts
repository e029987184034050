/** A part of a page of text: a heading and what is said under it. */
export interface Section {
  readonly heading: string
  readonly paragraphs: readonly string[]
}
