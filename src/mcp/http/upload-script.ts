import { createHash } from 'node:crypto'

/** A script of a page, and how the policy of the page names it: nothing else runs. */
export interface PageScript {
  readonly text: string
  readonly source: string
}

function scriptOf(text: string): PageScript {
  return { text, source: `'sha256-${createHash('sha256').update(text).digest('base64')}'` }
}

/**
 * Sends the chosen files one after the other, each by PUT, and shows how far they are. The form that is there without it stays, and the
 * form that finishes is sent by itself once all have arrived. Names of files are put on the page as text alone.
 */
export const SENDING_SCRIPT = scriptOf(`
const at = id => document.getElementById(id)
const [form, input, drop, list, send, bar, status, finish] = ['form', 'file', 'drop', 'files', 'send', 'all', 'status', 'finish'].map(at)
const most = { bytes: Number(form.dataset.bytes), files: Number(form.dataset.files) }
const base = location.pathname.split('/').slice(0, 3).join('/') + '/'
const rows = []
let busy = false

const made = (name, className, text = '') => Object.assign(document.createElement(name), { className, textContent: text })
const inState = (...states) => rows.filter(row => states.includes(row.state))
const counted = number => number + (number === 1 ? ' file' : ' files')
const sizeOf = bytes => bytes < 1000 ? bytes + ' bytes' : bytes < 1e6 ? Math.round(bytes / 1e3) + ' kB' : (bytes / 1e6).toFixed(1) + ' MB'

// What does not show could turn the order of the letters around.
const HIDDEN = /(?![\\u200c\\u200d])[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]/gu
const shown = name => name.replaceAll(HIDDEN, one => '‹U+' + one.codePointAt(0).toString(16).toUpperCase().padStart(4, '0') + '›')

const SAID = {
  waiting: () => 'Not sent yet.',
  sending: row => row.sent < row.file.size ? 'Being sent.' : 'Sent. It is being read.',
  arrived: () => 'Arrived.',
  refused: row => 'Not taken: ' + row.reason,
  cancelled: () => 'Cancelled. It was not kept.',
}
const again = row => { row.state = 'waiting'; changed(row); sendAll() }
const remove = row => {
  const held = row.item.contains(document.activeElement)
  rows.splice(rows.indexOf(row), 1)
  row.item.remove()
  if (held) (list.querySelector('button') ?? input).focus()
  summed()
}
const DOING = {
  waiting: [['Remove', remove]],
  sending: [['Cancel', row => { row.stopped = true; row.request?.abort() }]],
  arrived: [],
  refused: [['Try again', again], ['Remove', remove]],
  cancelled: [['Try again', again], ['Remove', remove]],
}

function changed(row) {
  const held = row.doing.contains(document.activeElement)
  row.item.className = row.state
  row.said.textContent = SAID[row.state](row)
  row.bar.hidden = row.state !== 'sending'
  row.doing.replaceChildren(...DOING[row.state].map(([what, act]) => {
    const button = made('button', 'plain small', what)
    button.type = 'button'
    button.append(made('span', 'unseen', ' ' + shown(row.file.name)))
    button.onclick = () => act(row)
    return button
  }))
  if (held) (row.doing.querySelector('button') ?? list.querySelector('button') ?? input).focus()
  summed()
}

function summed() {
  const [arrived, waiting, refused] = [inState('arrived'), inState('waiting'), inState('refused')]
  list.hidden = rows.length === 0
  drop.classList.toggle('listed', rows.length > 0)
  send.hidden = busy || (waiting.length === 0 && rows.length > 0)
  send.textContent = waiting.length === 0 ? 'Upload' : 'Upload ' + counted(waiting.length)
  bar.parentElement.hidden = !busy
  const there = arrived.length + Number(finish.dataset.arrived)
  finish.hidden = busy || waiting.length > 0 || there === 0
  finish.querySelector('button').textContent = 'Finish with ' + counted(there)
  if (rows.length === 0) return said('')
  const off = refused.map(row => ' ' + shown(row.file.name) + ' was not taken: ' + row.reason.split(/(?<=\\.) /)[0]).join('')
  if (busy) said(arrived.length + ' of ' + counted(arrived.length + waiting.length + inState('sending').length) + ' arrived.' + off)
  else said((arrived.length > 0 ? counted(arrived.length) + ' arrived.' : '') + (waiting.length > 0 ? counted(waiting.length) + ' chosen, not sent yet.' : '') + off)
}
function said(text) {
  if (status.textContent !== text) status.textContent = text
}
function moved() {
  const counting = inState('waiting', 'sending', 'arrived')
  bar.max = Math.max(1, counting.reduce((sum, row) => sum + row.file.size, 0))
  bar.value = counting.reduce((sum, row) => sum + row.sent, 0)
}

function add(files, folders = []) {
  for (const file of files) {
    const row = { file, state: 'waiting', reason: '', sent: 0, item: made('li', ''), said: made('p', 'state'), doing: made('div', 'doing'), bar: made('progress', '') }
    const name = made('p', '')
    name.append(made('bdi', '', shown(file.name)), made('span', 'soft', ' ' + sizeOf(file.size)))
    row.bar.setAttribute('aria-label', 'Progress of ' + shown(file.name))
    row.item.append(name, row.said, row.doing, row.bar)
    const why = folders.includes(file) ? 'this is a folder. Open it and choose its files.'
      : file.size > most.bytes ? 'it is larger than ' + sizeOf(most.bytes) + ', the most that is taken.'
      : inState('waiting', 'sending', 'arrived').length >= most.files ? 'this address takes ' + counted(most.files) + '.' : ''
    if (why !== '') Object.assign(row, { state: 'refused', reason: why })
    rows.push(row)
    list.append(row.item)
    changed(row)
  }
  if (busy) return
  if (inState('waiting').length > 0) send.focus()
}

function put(row, tries = 0) {
  return new Promise(done => {
    const end = (state, reason = '') => { Object.assign(row, { state, reason, request: undefined }); changed(row); moved(); done() }
    const request = row.request = new XMLHttpRequest()
    request.open('PUT', base + encodeURIComponent(row.file.name) + '?left=' + inState('waiting').length)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded }) => {
      row.sent = Math.min(loaded, row.file.size)
      row.bar.value = row.file.size === 0 ? 1 : row.sent / row.file.size
      row.said.textContent = SAID.sending(row)
      moved()
    }
    request.onload = () => {
      if (request.status === 201) return end('arrived')
      const { message = 'the server did not say why.', code } = request.response?.error ?? {}
      if (code === 'busy' && tries < 20) return setTimeout(() => row.stopped ? end('cancelled') : put(row, tries + 1).then(done), 250)
      end('refused', message)
    }
    request.onerror = () => end('refused', 'the connection broke off. Sending it again is safe.')
    request.onabort = () => end('cancelled')
    request.send(row.file)
  })
}

async function sendAll() {
  if (busy) return
  busy = true
  for (let row = inState('waiting')[0]; row !== undefined; row = inState('waiting')[0]) {
    Object.assign(row, { state: 'sending', sent: 0, stopped: false })
    row.bar.value = 0
    changed(row)
    moved()
    await put(row)
  }
  busy = false
  summed()
  if (rows.length > 0 && rows.every(({ state }) => state === 'arrived')) finish.requestSubmit()
}

input.required = false
input.onchange = () => { add([...input.files]); input.value = '' }
form.onsubmit = event => { event.preventDefault(); inState('waiting').length > 0 ? sendAll() : input.focus() }
at('hint').hidden = false
const isFiles = event => event.dataTransfer?.types.includes('Files')
addEventListener('dragover', event => { if (isFiles(event)) { event.preventDefault(); drop.classList.add('over') } })
addEventListener('dragleave', event => { if (event.relatedTarget === null) drop.classList.remove('over') })
addEventListener('drop', event => {
  drop.classList.remove('over')
  if (!isFiles(event)) return
  event.preventDefault()
  const items = [...event.dataTransfer.items].filter(({ kind }) => kind === 'file')
  const folders = items.filter(item => item.webkitGetAsEntry?.()?.isDirectory).map(item => item.getAsFile())
  const files = items.map(item => item.getAsFile()).filter(file => file !== null)
  add(files, files.filter(file => folders.some(folder => folder?.name === file.name && folder.size === file.size)))
})
addEventListener('beforeunload', event => { if (busy) event.preventDefault() })
`)

/** Looks now and then whether the plans are there, and puts them in the place of what waits. It stops once they are, or after half an hour. */
export const WATCHING_SCRIPT = scriptOf(`
const until = Date.now() + 30 * 60_000
let wait = 4000
async function look() {
  const plans = document.getElementById('plans')
  if (plans.dataset.waiting === undefined || Date.now() > until) return
  if (!document.hidden) {
    try {
      const text = await (await fetch(location.pathname)).text()
      const next = new DOMParser().parseFromString(text, 'text/html').getElementById('plans')
      if (next !== null && next.textContent !== plans.textContent) {
        plans.replaceWith(document.adoptNode(next))
        document.getElementById('status').textContent = next.dataset.waiting === undefined ? 'The plan is here.' : 'More is known of your files.'
      }
    } catch {}
    wait = Math.min(30_000, wait * 1.3)
  }
  setTimeout(look, wait)
}
setTimeout(look, wait)
`)
