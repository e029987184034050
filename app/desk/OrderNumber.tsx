/**
 * On a line of its own where it would not fit into the rest of one; breaks after eight of its sixteen characters where a
 * whole line is too short, as in large text.
 */
export function OrderNumber({ children: number }: { readonly children: string }) {
  const middle = number.length - 8
  return (
    // Lines of a link do not reach into a block of their own.
    <span className="inline-block max-w-full min-w-0 tabular-nums lining-nums wrap-anywhere [text-decoration:inherit]">
      {number.slice(0, middle)}
      <wbr />
      {number.slice(middle)}
    </span>
  )
}
