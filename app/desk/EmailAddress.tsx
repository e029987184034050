/** Moves to a line of its own if it does not fit; breaks before the @ if even a whole line is too short. */
export function EmailAddress({ children: email }: { readonly children: string }) {
  const at = Math.max(0, email.lastIndexOf('@'))
  return (
    <span className="inline-block max-w-full wrap-anywhere">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}

/** Never breaks within a word. */
export function EmailNote({ to }: { readonly to: string }) {
  return (
    <>
      <EmailAddress>{to}</EmailAddress> is <span className="whitespace-nowrap">e-mailed</span>
    </>
  )
}
