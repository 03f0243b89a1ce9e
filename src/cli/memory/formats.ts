import type { Settings } from '../settings.ts'
import { UsageError } from '../usage.ts'

/** The formats that a translation memory is written in and read from. */
export const MEMORY_FORMATS = ['tmx', 'csv', 'tsv'] as const
export type MemoryFormat = (typeof MEMORY_FORMATS)[number]

/** The format that a person names. @throws {UsageError} a memory is not written in it */
export function memoryFormat({ format }: Pick<Settings, 'format'>): MemoryFormat | undefined {
  if (format === 'tbx') throw new UsageError('TBX is for terms: memory takes --format tmx, csv or tsv.')
  return format
}

/** The format that the ending of a file's name says; TMX where it says none. */
export function formatByEnding(file: string | undefined): MemoryFormat {
  const [, ending] = /\.(\w+)$/.exec(file?.toLowerCase() ?? '') ?? []
  return MEMORY_FORMATS.find(format => format === ending) ?? 'tmx'
}
