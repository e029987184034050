/** On a line of its own where it would not fit into the rest of one; breaks before its @ where a whole line is too short. */
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

/** Whose words do not break inside. */
export function IsEmailed({ to }: { readonly to: string }) {
  return (
    <>
      <EmailAddress>{to}</EmailAddress> is <span className="whitespace-nowrap">e-mailed</span>
    </>
  )
}
