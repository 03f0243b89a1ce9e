import * as z from 'zod'

/** The error envelope (contract, Errors). `code` may be any text: an unknown code is still an error that can be reported. */
export const ErrorEnvelope = z.object({
  error: z.object({
    type: z.string(),
    code: z.string(),
    message: z.string(),
    param: z.string().optional(),
    docs_url: z.string().optional(),
  }),
  request_id: z.string(),
})
export type ErrorEnvelope = z.output<typeof ErrorEnvelope>

/** `{data, request_id}` around a single object (contract, What the service does). */
export function objectEnvelope<Data extends z.ZodType>(data: Data) {
  return z.object({ data, request_id: z.string() })
}

/** `{data[], has_more, next_cursor, limit, request_id}` around a list (contract, What the service does). */
export function listEnvelope<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
    limit: z.int(),
    request_id: z.string(),
  })
}
