import { Button } from '#app/ui/Button.tsx'
import { useOnDemand } from '#app/product/use-on-demand.ts'
import type { SizeChoice } from './size-choice.ts'

/** Opens the size guide, for products that have to fit; bracelets and anklets have an adjustable chain. */
export function SizeHelp({ choice }: { readonly choice: SizeChoice }) {
  const guide = useOnDemand(
    async () => (await import('./SizeGuide.tsx')).SizeGuide,
    'The size guide could not be fetched. Please check your connection.',
  )
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-haspopup="dialog"
        onClick={guide.open}
        className="-mx-4 noscript:hidden"
      >
        {choice.kind === 'ring' ? 'Find your ring size' : 'Find your bangle size'}
      </Button>
      {guide.Part && <guide.Part open={guide.isOpen} choice={choice} onClose={guide.close} />}
    </>
  )
}
