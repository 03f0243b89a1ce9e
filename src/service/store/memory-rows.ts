/** A translation in the memory: what it says, where it came from and under which conditions it may be used again. */
export interface RememberedRow {
  workspace_id: string
  /** Hash of the text, its key and sense, and the conditions that touch it (translation/line.ts). */
  line: string
  /** The label of the project that it was made in; empty for the workspace's own. */
  project: string
  /** Hash of the languages and the source text: equal texts have the same, whatever the conditions (translation/line.ts). */
  text_hash: string
  source_language: string
  target_language: string
  source: string
  text: string
  part: string
  sense: string | null
  /** Id of the member, or else of the key, whose batch it was. */
  author: string
  /** The name of the file that it was last in. */
  file_name: string
  /** The id of an engine, `person` for a correction made here, or `import` for what a person wrote elsewhere. */
  engine: string
  /** 1 where a person put it in place of another one, or wrote it elsewhere: it then holds whatever the other conditions are. */
  corrected: number
  created_at: number
  used_at: number
}

/** In place of an engine's id: a person corrected it here. */
export const PERSON = 'person'

/** In place of an engine's id: it came in as a person's work. It is found by its text, and ranks below what persons corrected here. */
export const IMPORTED = 'import'

/** A translation that an earlier build remembered. Of its source only a hash is kept, so it can be used again but not shown. */
export interface MemoryRow {
  workspace_id: string
  /** Hash over engine, languages, glossary and guidance: see translation/source-hash.ts. */
  conditions: string
  /** The source hash of its segment, as `source_hash` of a kept translation; only this column calls it a name. */
  name: string
  text: string
  used_at: number
}

/** In place of an author's id, and of the id of an engine that nobody knows any more: it stands in a file of the project. */
export const TOLD = 'sync'
