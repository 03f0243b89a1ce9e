import type { Intent } from '../domain/intent.ts'
import type { Original } from '../files/original.ts'

/** What was asked for, with the pages kept where that can be, and what the plan says where it cannot. @throws {FormatError} as `scan` */
export async function withPages(
  { format, open }: Original,
  intent: Intent,
): Promise<{ readonly intent: Intent; readonly unkept: readonly string[] }> {
  if (intent.pages === undefined || format.same_pages === undefined) return { intent, unkept: [] }
  const why = await format.same_pages.unfit?.(open(), intent.target_languages)
  return why === undefined
    ? { intent: { ...intent, pages: 'kept' }, unkept: [] }
    : { intent: { ...intent, pages: 'asked' }, unkept: [`The pages cannot be kept as you asked. ${why}`] }
}
