/** Which of the languages of a set of files is the source. */
import { sameTag } from '../../contract/language-tags.ts'
import { localeNamed } from './locale-names.ts'
import type { Repository } from './proposal.ts'

/** A source language, if there is one to tell, and a sentence that says why it is this one, or what to do where it is none. */
export interface SourceChoice {
  readonly source: string | undefined
  readonly why: string
}

/** What a configuration says: a name as it is written there, and where. */
export interface SaidLanguage {
  readonly written: string
  readonly where: string
}

/**
 * The source of files that say their languages in their paths: what a configuration says; else English where it is there; else
 * the language with the most text.
 *
 * @param files the paths of each language by its tag
 */
export function sourceOfFiles(
  files: ReadonlyMap<string, readonly string[]>,
  said: SaidLanguage | undefined,
  repository: Repository,
): SourceChoice {
  const tags = [...files.keys()].sort()
  const named = said === undefined ? undefined : localeNamed(said.written)
  if (said !== undefined && named !== undefined) {
    const there = tags.find(tag => tag === named) ?? tags.find(tag => sameTag(tag, named))
    const lacking = there === undefined ? ', and no file here is in it' : ''
    return { source: there ?? named, why: `The source language is ${there ?? named}: ${said.where} says so${lacking}.` }
  }
  const english = tags.find(tag => tag === 'en') ?? tags.find(tag => tag.startsWith('en-'))
  if (english !== undefined) return { source: english, why: `The source language is ${english}: it is there.` }
  const sizes = tags.map(tag => ({ tag, size: sizeOf(files.get(tag) ?? [], repository) }))
  const most = sizes.reduce((one, other) => (other.size > one.size ? other : one), { tag: '', size: -1 })
  if (most.tag === '') return { source: undefined, why: 'No file says the source language: name it in `source`.' }
  if (tags.length === 1) return { source: most.tag, why: `The source language is ${most.tag}: no other is there.` }
  return {
    source: most.tag,
    why: `English is not there; ${most.tag} has the most text, so it is taken for the source.`,
  }
}

/** The source of files whose own paths say no language, with translations in `targets`. `file` is what people see of the source. */
export function sourceUnsaid(targets: readonly string[], said: SaidLanguage | undefined, file: string): SourceChoice {
  const named = said === undefined ? undefined : localeNamed(said.written)
  if (said !== undefined && named !== undefined) {
    return { source: named, why: `The source language is ${named}: ${said.where} says so.` }
  }
  if (targets.includes('en')) {
    return {
      source: undefined,
      why: `${file} says no language, and English is among the translations: name the language of the source in \`source\`.`,
    }
  }
  return { source: 'en', why: `${file} says no language; it is taken for English: change \`source\` where it is not.` }
}

/** So many files of a language are looked at: enough to tell which has the most text. */
const MOST_READ = 50

function sizeOf(paths: readonly string[], repository: Repository): number {
  return paths.slice(0, MOST_READ).reduce((sum, path) => sum + (repository.read(path)?.length ?? 0), 0)
}
