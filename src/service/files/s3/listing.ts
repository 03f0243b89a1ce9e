import { awayBy, StoreRefusal, Unanswered } from './faults.ts'
import type { Requests } from './requests.ts'
import { allIn, textIn, type XmlAnswer, xmlAnswer } from './xml-answer.ts'

/** An object, or an upload that was begun, by its key, with the time of that in milliseconds. */
interface Listed {
  readonly key: string
  readonly at: number
}

const OF_OBJECTS = 'ListBucketResult'

/** What lies below a prefix. A page is asked for when the one before has been taken; with `most`, only one, of so many. */
export async function* listObjects(
  requests: Requests,
  prefix: string,
  { most }: { readonly most?: number } = {},
): AsyncGenerator<Listed> {
  let after: Record<string, string> = {}
  for (;;) {
    const page = { 'list-type': '2', prefix, ...after, ...(most !== undefined && { 'max-keys': String(most) }) }
    const said = await asked(requests, page, OF_OBJECTS)
    for (const each of allIn(said, 'Contents')) yield listed(each, 'LastModified')
    const token = textIn(said, 'NextContinuationToken')
    if (token === '' || most !== undefined) return
    after = { 'continuation-token': token }
  }
}

/** Uploads whose keys begin so that were begun and neither completed nor aborted. A store that cannot list them has none. */
export async function* listUnfinished(
  requests: Requests,
  prefix: string,
): AsyncGenerator<Listed & { readonly id: string }> {
  let after: Record<string, string> = {}
  try {
    for (;;) {
      const said = await asked(requests, { uploads: '', prefix, ...after }, 'ListMultipartUploadsResult')
      for (const each of allIn(said, 'Upload')) yield { ...listed(each, 'Initiated'), id: textIn(each, 'UploadId') }
      const next = textIn(said, 'NextKeyMarker')
      // A store that does not say where its next page begins would give the first one again and again.
      if (textIn(said, 'IsTruncated') !== 'true' || next === '') return
      after = { 'key-marker': next, 'upload-id-marker': textIn(said, 'NextUploadIdMarker') }
    }
  } catch (error) {
    if (!(error instanceof StoreRefusal)) throw error
  }
}

/** A page of a list; `root` is what it is called. Anything else comes from something that is no store. */
async function asked(requests: Requests, query: Readonly<Record<string, string>>, root: string): Promise<XmlAnswer> {
  const knows = root === OF_OBJECTS ? [] : [NO_SUCH_LIST]
  const answer = await requests.send({ method: 'GET', query, knows })
  const said = await xmlAnswer(await answer.body.text())
  if (said?.name !== root) throw awayBy(new Unanswered('no list came'))
  return said
}

const NO_SUCH_LIST = 'NotImplemented'

function listed(each: XmlAnswer, time: string): Listed {
  return { key: textIn(each, 'Key'), at: Date.parse(textIn(each, time)) }
}
