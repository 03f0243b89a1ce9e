/** What a model is given, read back from the request that an endpoint gets. */
import * as z from 'zod'

const Asked = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user']), content: z.string() })),
  response_format: z
    .union([
      z.object({ type: z.literal('json_object') }),
      z.object({
        type: z.literal('json_schema'),
        json_schema: z.object({
          name: z.string().regex(/^[\w-]{1,64}$/),
          strict: z.literal(true),
          schema: z.object({
            type: z.literal('object'),
            required: z.array(z.string()),
            additionalProperties: z.literal(false),
          }),
        }),
      }),
    ])
    .optional(),
})
export type Asked = z.output<typeof Asked>

export const Shown = z.looseObject({ id: z.string(), text: z.string() })
export type Shown = z.output<typeof Shown>
/** The segments of a round, those in short with their names again. */
export const ShownSegments = z.array(
  z.union([
    Shown,
    z
      .union([z.tuple([z.string(), z.string()]), z.tuple([z.string(), z.string(), z.string()])])
      .transform(([id, text, part]): Shown => ({ id, text, ...(part !== undefined && { part }) })),
  ]),
)
const Data = z.object({
  terms: z.array(z.object({ source: z.string(), target: z.string() })),
  examples: z.array(z.tuple([z.string(), z.string()])).optional(),
  segments: ShownSegments,
})

/** What a model was given: the data between the marks of its user message. */
export function dataIn(asked: Asked): z.output<typeof Data> {
  const [, data = ''] = /^<<< (?:\S+)\n(.*)\n\S+ >>>$/m.exec(asked.messages.at(-1)?.content ?? '') ?? []
  return Data.parse(JSON.parse(data))
}

export function askedIn(body: string): Asked {
  return Asked.parse(JSON.parse(body))
}
