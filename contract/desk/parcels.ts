/** Several parcels at once. Each call may be repeated; a rejected parcel does not stop the others. */
import * as z from 'zod/mini'
import { deskEndpoint } from './endpoint.ts'

/** As many as one page of the list shows. */
export const PARCELS_AT_ONCE_MAX = 50

const Numbers = z
  .array(z.string().check(z.maxLength(40)))
  .check(z.minLength(1), z.maxLength(PARCELS_AT_ONCE_MAX))

/** Tasks for the courier, done in the background, like those of a single order. */
export const requestParcelTasks = deskEndpoint({
  method: 'POST',
  path: '/api/desk/parcels/tasks',
  permission: 'send-parcels',
  request: z.strictObject({ task: z.enum(['book', 'label']), numbers: Numbers }),
  response: z.object({ rejected: z.array(z.object({ number: z.string(), reason: z.string() })) }),
})

/** One file of the courier with all labels, and one with the manifest. */
export const printParcelLabels = deskEndpoint({
  method: 'POST',
  path: '/api/desk/parcels/labels',
  permission: 'send-parcels',
  request: z.strictObject({ numbers: Numbers }),
  response: z.object({
    labelUrl: z.string(),
    manifestUrl: z.string(),
    /** Orders whose parcel has no label, has left, or is to be unpacked. */
    leftOut: z.array(z.string()),
  }),
})
