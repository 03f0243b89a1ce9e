/** Which translations that the lock does not know were left behind by their source: what an earlier state of both files tells. */
import { FormatError } from '../formats/index.ts'
import type { PairRead } from './pair-plan.ts'
import { type FileInLanguage, readSourceTexts, readTargetTexts, type SourceText, type TargetText } from './texts.ts'
import { isTogether } from './together.ts'

/** The bytes that a source and its translation had before. */
export interface PairBefore {
  readonly source: Uint8Array
  readonly target: Uint8Array
}

/** Gives what the files of a pair were at earlier moments, by their paths from the folder of the project; none where that is not known. */
export type FilesBefore = (pair: Pick<PairRead, 'source_path' | 'path'>) => Promise<readonly PairBefore[]>

/** The texts of a source and of its translation. */
export interface TextsOfPair {
  readonly texts: ReadonlyMap<string, Pick<SourceText, 'text' | 'hash'>>
  readonly target: ReadonlyMap<string, Pick<TargetText, 'hash'>>
}

/**
 * The texts whose source has other words than before while their translation has the same: by path, the hash of the source of before. A changed
 * note or limit alone says nothing, as nobody knows whether the translation was made with it in view.
 */
export function leftBehind(now: TextsOfPair, before: TextsOfPair): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [path, { text }] of now.texts) {
    const [translation, source] = [now.target.get(path)?.hash, before.texts.get(path)]
    if (translation === undefined || source === undefined || source.text === text) continue
    if (before.target.get(path)?.hash === translation) found.set(path, source.hash)
  }
  return found
}

/** `leftBehind` of the texts that the lock does not know, since any of the moments. Nothing is asked where it knows all. */
export async function outdatedIn(
  pair: PairRead,
  before: FilesBefore | undefined,
): Promise<ReadonlyMap<string, string> | undefined> {
  if (before === undefined || pair.there === undefined) return undefined
  const adopted = new Map([...pair.target].filter(([path]) => pair.texts.has(path) && !pair.lines.has(path)))
  if (adopted.size === 0) return undefined
  const found = new Map<string, string>()
  for (const moment of await before(pair)) {
    const now = isTogether(pair) ? pair.there : pair.source
    if (Buffer.compare(moment.source, now) === 0) continue
    const texts = await textsBefore(pair, moment)
    if (texts === undefined) continue
    for (const [path, hash] of leftBehind({ texts: pair.texts, target: adopted }, texts)) found.set(path, hash)
  }
  return found
}

/** What the files said; undefined where they could not be read even then. */
async function textsBefore(pair: PairRead, { source, target }: PairBefore): Promise<TextsOfPair | undefined> {
  const { format, source_language, language } = pair
  const file = (bytes: Uint8Array): FileInLanguage => ({ format, source_language, language, bytes })
  try {
    return {
      texts: await readSourceTexts(file(source)),
      target: await readTargetTexts(file(target), source),
    }
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}
