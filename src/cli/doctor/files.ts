import { systemCodeOf } from '../../contract/system-errors.ts'
import { asBroken, type Diagnosis, skipped, well } from './diagnosis.ts'
import type { Examined } from './examined.ts'

/** Whether files can be listed, written and removed where they lie. Those in the data folder are looked at with the data folder. */
export async function lookAtFiles({ filesApart, settings }: Examined): Promise<Diagnosis> {
  const { files_url } = settings
  try {
    const tried = await filesApart()
    return tried
      ? well(`Files can be listed, written and removed at ${files_url}.`)
      : skipped('They lie in the data folder.')
  } catch (error) {
    const code = systemCodeOf(error)
    const why = error instanceof Error ? error.message : 'the reason is not known'
    const words = code === undefined || code === 'files_away' || why.includes(code) ? why : `${why} (${code})`
    return asBroken(`Files cannot be kept at ${files_url ?? 'the place that is set'}: ${words}`, REMEDY)
  }
}

const REMEDY = 'Mend what the message names, or TRANSLATION_FILES_URL and the settings beside it (docs/operating.md).'
