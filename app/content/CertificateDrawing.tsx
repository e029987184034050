/** Shows where the QR code of a certificate is; decorative, because the adjacent text says so. */
export function CertificateDrawing({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 160 200" aria-hidden="true" fill="none" stroke="currentColor" className={className}>
      <path d="M8 4h144v192H8z" className="fill-ground stroke-line-strong" />
      <path d="M14 10h132v180H14z" className="stroke-gold" strokeWidth="0.75" />
      <g className="stroke-gold" strokeWidth="1" strokeLinejoin="round">
        {[0, 45, 90, 135, 180, 225, 270, 315].map((turn) => (
          <path
            key={turn}
            transform={`translate(80 32) rotate(${turn})`}
            d="M0-3c-2-2.200-2.200-5 0-8 2.200 3 2 5.800 0 8Z"
          />
        ))}
      </g>
      <path d="M52 52h56" className="stroke-ink" strokeWidth="3" />
      <path d="M62 61h36" className="stroke-line-strong" strokeWidth="1.5" />
      <path
        d="M26 84h22M26 96h30M26 108h18M26 120h26M26 132h20M26 144h28"
        className="stroke-line-strong"
        strokeWidth="1.5"
      />
      <path d="M26 172h44M108 172h26" className="stroke-line-strong" strokeWidth="1.5" />
      <g transform="translate(78 82)">
        <path d="M-5 5v-10h10M51-5h10v10M61 51v10h-10M5 61h-10v-10" className="stroke-gold" strokeWidth="2" />
        <path d={QR_CODE} transform="scale(4.308)" fillRule="evenodd" className="fill-ink stroke-none" />
      </g>
    </svg>
  )
}

/** A stylized QR code of 13 modules: three finder patterns, and random modules. */
const QR_CODE =
  'M0 0h5v5h-5zM1 1v3h3v-3zM2 2h1v1h-1zM8 0h5v5h-5zM9 1v3h3v-3zM10 2h1v1h-1zM0 8h5v5h-5zM1 9v3h3v-3zM2 10h1v1h-1zM6 0h1v2h-1zM6 3h1v1h-1zM0 6h2v1h-2zM3 6h1v1h-1zM5 6h2v2h-1v-1h-1zM8 6h1v1h-1zM10 6h3v1h-2v1h-1zM6 9h1v1h-1zM7 8h1v1h-1zM8 9h2v2h-1v-1h-1zM11 8h1v1h-1zM12 9h1v2h-1zM6 11h2v2h-1v-1h-1zM10 11h1v1h-1zM11 12h2v1h-2zM8 12h1v1h-1z'
