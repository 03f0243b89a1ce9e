import { LIMITS } from '../contract/limits.ts'
import { whole, wholeOrNone } from './kinds.ts'
import { about, both, HOSTS } from './setting-facts.ts'

const MB = 1024 * 1024

/** How much the service inside this program takes in, keeps and gives out. Each has an error code of its own beyond it. */
export const capacitySettings = {
  max_glossaries: wholeOrNone(0, 100_000)
    .prefault('none')
    .register(about, { ...both, value: 'N', commands: HOSTS, help: 'most glossaries in a workspace; none: no limit' }),
  max_terms: wholeOrNone(1, 1_000_000)
    .prefault('10000')
    .register(about, { ...both, value: 'N', commands: HOSTS, help: 'most terms in a glossary; none: no limit' }),
  max_upload_bytes: whole(1, 60 * MB)
    .prefault(String(60 * MB))
    .register(about, {
      ...both,
      value: 'N',
      commands: HOSTS,
      help: 'most bytes of a file to translate; formats have lower limits of their own (PO: 4 MB)',
    }),
  max_result_bytes: whole(1, 1024 * MB)
    .prefault(String(250 * MB))
    .register(about, { ...both, value: 'N', commands: HOSTS, help: 'most bytes of a finished file that is given out' }),
  max_request_bytes: whole(1000, 64 * MB)
    .prefault(String(LIMITS.json_body_bytes))
    .register(about, { ...both, value: 'N', commands: HOSTS, help: 'most bytes of a JSON request' }),
}
