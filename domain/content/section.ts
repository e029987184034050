export interface Section {
  readonly heading: string
  readonly paragraphs: readonly string[]
}
