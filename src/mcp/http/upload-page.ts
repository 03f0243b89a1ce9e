import { html } from 'hono/html'
import { bytes, counted, moment } from '../render/numbers.ts'
import { MOST_UPLOADED, takesMore, type UploadHandle } from '../uploads.ts'
import { SENDING_SCRIPT } from './upload-script.ts'
import { ofOthers, type PagePart, webPage } from './web-page.ts'

/** Where a page is served: under which host, and whether the service that translates is inside this program. */
export interface ServedAt {
  readonly host: string
  readonly embedded: boolean
}

/** A file of a form that was not taken. */
export interface NotTaken {
  readonly name: string | undefined
  readonly reason: string
}

/**
 * The page at an upload address that takes files. Its form works without a script; with it, files are sent one by one, each with its
 * progress. `not_taken`: what became of the form sent just now.
 */
export function uploadFormPage(
  handle: UploadHandle,
  at: ServedAt,
  status = 200,
  not_taken: readonly NotTaken[] = [],
): Promise<Response> {
  const failed = not_taken.length > 0
  return webPage({
    ...{ status, failed, script: SENDING_SCRIPT },
    title: failed ? 'Not everything was taken' : 'Upload files to translate',
    body: html`${failed ? problem(not_taken) : ''}${facts(handle, at)}
${arrivedAlready(handle)}
${form(handle)}`,
  })
}

/** Why an address takes no file. */
export function uploadProblemPage(status: number, reason: string): Promise<Response> {
  const body = html`<div class="say bad" role="alert"><p>${reason}</p></div>`
  return webPage({ status, failed: true, title: 'This address takes no file', body })
}

function problem(not_taken: readonly NotTaken[]): PagePart {
  return html`<div class="say bad" role="alert">${not_taken.map(
    ({ name, reason }) => html`<p>${name === undefined ? '' : html`${ofOthers(name)}: `}${reason}</p>`,
  )}</div>`
}

function facts({ filename, terms, expires_at }: UploadHandle, { host, embedded }: ServedAt): PagePart {
  const { asker, formats, most_bytes } = terms
  const whose = asker === undefined ? 'Your assistant' : html`The assistant of ${ofOthers(asker, 100)}`
  const what = filename === undefined ? 'the files that you want translated' : ofOthers(filename)
  const ends = new Date(expires_at).toISOString()
  return html`<p>${whose} waits for <strong>${what}</strong>. Choose ${filename === undefined ? 'them' : 'it'} here, and others that belong with
${filename === undefined ? 'them' : 'it'}: up to ${MOST_UPLOADED} files.</p>
<dl class="facts">
<dt>Where they go</dt><dd>${embedded ? html`To the translation service of this server, ${host}.` : html`Through this server, ${host}, to the translation service that it uses.`}
 Who translates, and who sees the text for that, is in the plan that you see next.</dd>
<dt>Cost</dt><dd>Uploading costs nothing. Nothing is spent before you say yes to your assistant.</dd>
<dt>What is taken</dt><dd>Files of at most ${bytes(most_bytes)}, less for some kinds${formats.length === 0 ? '.' : html`: <span class="soft">${formats.join(', ')}</span>`}</dd>
<dt>Until</dt><dd><time datetime="${ends}">${moment(ends)}</time>. Whoever has this address can send files to it until then.</dd>
</dl>`
}

function arrivedAlready({ arrived }: UploadHandle): PagePart | '' {
  if (arrived.length === 0) return ''
  return html`<h2>Arrived already</h2><ul>${arrived.map(({ name }) => html`<li>${ofOthers(name)}</li>`)}</ul>`
}

function form(handle: UploadHandle): PagePart {
  const { arrived, terms } = handle
  const left = MOST_UPLOADED - arrived.length
  if (!takesMore(handle)) return html``
  return html`<form method="post" id="form" enctype="multipart/form-data" data-bytes="${terms.most_bytes}" data-files="${left}">
<div class="drop" id="drop"><label for="file">Files</label><input id="file" name="file" type="file" multiple required>
<p class="soft" id="hint" hidden>or drop files anywhere on this page</p></div>
<ul class="files" id="files" aria-label="Chosen files" hidden></ul>
<p hidden><label for="all">All files</label><progress id="all" value="0" max="1"></progress></p>
<p role="status" id="status"></p>
<div class="acts"><button id="send">Upload</button></div></form>
<form method="post" id="finish" action="?close" data-arrived="${arrived.length}"${arrived.length === 0 ? html` hidden` : ''}>
<div class="acts"><button class="plain">Finish with ${counted(arrived.length, 'file')}</button></div></form>`
}
