/**
 * Moves to the next line if it does not fit into the current one; breaks after eight of its sixteen characters if a
 * whole line is too short, for example with large text.
 */
export function OrderNumber({ children: number }: { readonly children: string }) {
  const middle = number.length - 8
  return (
    // The underline of a link does not extend into an inline block.
    <span className="inline-block max-w-full min-w-0 tabular-nums lining-nums wrap-anywhere [text-decoration:inherit]">
      {number.slice(0, middle)}
      <wbr />
      {number.slice(middle)}
    </span>
  )
}
