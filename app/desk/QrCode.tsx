import { renderSVG } from 'uqr'

/** The quiet zone that readers need, in modules. */
const BORDER = 4

/** Dark on light, whatever the page's theme, because readers expect that. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const svg = renderSVG(text, { border: BORDER })
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={label}
      width="208"
      height="208"
      className="mx-auto"
    />
  )
}
