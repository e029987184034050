/** A script of this folder as text: scripts/site/inline-script.ts. */
declare module 'virtual:inline/*' {
  const code: string
  export default code
}
