/** Breaks before its @ first, where a line is too short for it. */
export function EmailAddress({ children: email }: { readonly children: string }) {
  const at = Math.max(0, email.lastIndexOf('@'))
  return (
    <span className="wrap-anywhere">
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
