/** The files from which browsers load an edition (app/state/collection.ts). */
import { isProductType } from '#domain/product.ts'
import { collectionContext } from '#app/state/collection.server.ts'
import type { Route } from './+types/collection-file.ts'

/** 404 for another edition than the server's: a page never mixes two. */
export async function loader({ params: { hash, file }, context }: Route.LoaderArgs): Promise<Response> {
  const collection = context.get(collectionContext)
  const index = await collection.index()
  const part = file.replace(/\.json$/, '')
  if (hash !== index.hash) return new Response(null, { status: 404 })
  if (part === 'index') return Response.json(index)
  if (part === 'retired') return Response.json(await collection.retired())
  return isProductType(part)
    ? Response.json(await collection.productsOf(part))
    : new Response(null, { status: 404 })
}
