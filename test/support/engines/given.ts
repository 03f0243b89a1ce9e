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
const Given = z.looseObject({ text: z.string() })
/** The segments of a round, as they are named and in the order of their ids. */
export const ShownSegments = z.record(z.string().regex(/^\d+(?: |$)/), z.union([z.string(), Given])).transform(named =>
  Object.entries(named)
    .map(([name, given]): Shown => {
      const [id = '', ...part] = name.split(' ')
      return {
        id,
        ...(part.length > 0 && { part: part.join(' ') }),
        ...(typeof given === 'string' ? { text: given } : given),
      }
    })
    .sort((a, b) => Number(a.id) - Number(b.id)),
)
const Data = z.object({
  terms: z.array(z.object({ source: z.string(), target: z.string() })).default([]),
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
