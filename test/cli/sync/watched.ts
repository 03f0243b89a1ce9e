/** A repository with one source, and the built program that watches it. */
import { type Running, startProgram } from '../../support/program.ts'
import { makeRepository, type Repository } from './repository.ts'

export const WATCHED_PROJECT = { source: 'en', targets: ['de'], files: { include: ['locales/[locale]/*.json'] } }
export const MENU = 'locales/en/menu.json'
const GERMAN = 'locales/de/menu.json'

export function watchIn({ place }: Repository, ...args: readonly string[]): Running {
  return startProgram(['watch', '--engine', 'pseudo', ...args], { place })
}

export function withMenu(project: object = WATCHED_PROJECT): Repository {
  const repository = makeRepository(project)
  repository.put(MENU, '{"a":"Open the door"}')
  return repository
}

/** The texts of a translation; undefined where it cannot be read. */
export function textsIn(repository: Repository, file = GERMAN): unknown {
  try {
    return JSON.parse(repository.text(file))
  } catch {
    return undefined
  }
}
