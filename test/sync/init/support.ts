import { type Proposal, type Proposals, proposeProject } from '../../../src/sync/init/index.ts'

/** The texts of a small repository by their paths. */
export type Texts = Readonly<Record<string, string>>

/** Files that hold nothing, by their paths. */
export const empty = (...paths: readonly string[]): Texts => Object.fromEntries(paths.map(path => [path, '{}']))

export function proposalsFor(texts: Texts): Proposals {
  return proposeProject(Object.keys(texts), path => texts[path])
}

/** The one proposal that there is. */
export function proposalFor(texts: Texts): Proposal {
  const [proposal, ...more] = proposalsFor(texts).proposals
  if (proposal === undefined || more.length > 0) throw new Error(`${more.length + (proposal ? 1 : 0)} proposals`)
  return proposal
}
