import { resolve } from 'node:path'
import { descriptionOf, putInto, titleOf } from './description.mjs'
import { findingsIn, planIn, translateIn } from './program.mjs'
import { Refusal } from './refusal.mjs'
import { openRepository } from './repository.mjs'

/** So often it is begun again where somebody pushes to the branch meanwhile. */
const ATTEMPTS = 3
const LOCK = 'translation-mcp.lock'

/**
 * Translates what the default branch lacks, on a branch of its own, and opens or updates the one pull request of that branch. Where
 * nothing is to be done, nothing is committed, pushed or opened, so neither its own push nor the merge of its request makes another.
 *
 * @returns the status that the job ends with
 */
export async function sync(settings, platform) {
  const base = settings.base || platform.default_branch()
  if (base === '') throw new Refusal('Which branch is the default one is not known: say it as base.', 2)
  if (settings.branch === base)
    throw new Refusal(`The branch ${base} cannot be both the default one and the one of the ${platform.request}.`, 2)
  if (platform.branch !== base) {
    const about = platform.branch || `a ${platform.request}`
    say(`Nothing to do: translations are made on ${base} alone, and this run is about ${about}.`)
    return 0
  }
  if (platform.token === '')
    throw new Refusal(`There is no token to open the ${platform.request} with. ${platform.mended_by}`, 2)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const status = await syncOnce({ ...settings, base, platform })
    if (status !== undefined) return status
    say(`Somebody pushed to ${settings.branch} meanwhile.`)
  }
  throw new Refusal(`${settings.branch} changes again and again, so nothing was pushed.`)
}

/** Undefined where the branch was changed meanwhile. */
async function syncOnce(job) {
  const { platform, branch, base } = job
  const request = newest(await platform.list(branch, base))
  const repository = openRepository(resolve(platform.root, job.folder), platform, job)
  const tips = await repository.fetch()
  await repository.mayPush(tips.own ?? tips.base)
  const standing = await standingOf(repository, tips, request)
  const placed = { ...job, folder: await repository.placeOf() }
  const isOfOthers = standing.others.length > 0
  if (isOfOthers)
    say(`${branch} has commits by ${standing.others.join(', ')}: they stay, and what is new goes on top of them.`)
  return await repository.inWorktree(isOfOthers ? tips.own : tips.base, async tree => {
    await (isOfOthers ? mergeBase(placed, tree, tips) : takeAlong(placed, tree, tips, standing))
    const ran = await translateIn(placed, tree)
    if (ran.status === 2) return 2
    const commit = await tree.commit(job.title)
    return await publish(placed, { repository, tips, request, standing, tree, ran, commit })
  })
}

/** The open request of the branch, else the newest one. */
function newest(requests) {
  return requests.find(({ state }) => state === 'open') ?? requests[0]
}

/**
 * What the branch is: `is_live` where it holds translations that the default branch lacks. What was merged in one piece lies in the
 * default branch though its commits do not. `others`: those who committed to it beside this job.
 */
async function standingOf(repository, tips, request) {
  const isMerged = request?.state === 'merged' && request.tip === tips.own
  if (tips.own === undefined || isMerged) return { is_live: false, others: [] }
  const { count, names } = await repository.othersIn(tips)
  return { is_live: count > 0, others: names }
}

async function mergeBase({ branch, base }, tree, tips) {
  if (await tree.contains(tips.base)) return
  const conflicts = await tree.merge(tips.base, base)
  if (conflicts.length === 0) return
  throw new Refusal(
    `${branch} has commits of others, and does not merge with ${base} (${conflicts.join(', ')}): merge it by hand. Nothing was translated or pushed.`,
  )
}

/** Takes into the default branch what the branch has already, because that was paid for. Not where it would bring texts without a source. */
async function takeAlong(job, tree, tips, { is_live }) {
  if (!is_live) return
  const plain = await planIn(job, tree)
  if (plain.asked === 0 || !(await tree.takeAlong(tips.own))) return
  const taken = await planIn(job, tree)
  if (taken.asked >= plain.asked || taken.orphans > plain.orphans) await tree.reset()
}

/** Pushes what was made, where it differs from what the branch has, and says it in the request. */
async function publish(job, made) {
  const { platform, branch } = job
  const { repository, tips, request, standing, ran, commit } = made
  if (commit === undefined && (standing.others.length === 0 || request?.state !== 'open'))
    return await nothingNew(job, made)
  const isThere = commit === undefined || (standing.is_live && (await isSame(repository, tips, commit)))
  if (isThere && request?.state === 'closed' && request.tip === tips.own) {
    say(`${titleOf(platform.request)} ${request.id} was closed: it is opened again when there is more to translate.`)
    return statusOf(job, ran, { is_told: true })
  }
  if (!isThere && !(await repository.push(commit, tips.own))) return undefined
  say(isThere ? `${branch} is as it should be.` : `Pushed ${branch} (${commit.slice(0, 9)}).`)
  const description = await descriptionIn(job, made)
  const { id, url } = await inRequest(job, request, description).catch(error => {
    throw new Refusal(`${error.message}\n${branch} holds the translations already. ${platform.mended_by}`)
  })
  say(`${titleOf(platform.request)} ${id}: ${url}`)
  platform.put({ changed: String(!isThere), 'request-number': id, 'request-url': url })
  return statusOf(job, ran, { is_told: true })
}

/** Whether the branch changes the default branch as the new commit does: then it needs no push. */
async function isSame(repository, tips, commit) {
  const fork = await repository.forkPoint(tips)
  return (await repository.changes(fork, tips.own)) === (await repository.changes(tips.base, commit))
}

async function nothingNew(job, { request, standing, ran }) {
  const { platform, base } = job
  platform.put({ changed: 'false' })
  const isDone = ran.status === 0
  say(isDone ? `Nothing to do: ${base} has all translations.` : 'Nothing was written, so nothing is committed.')
  if (isDone && request?.state === 'open' && standing.is_live) {
    const words = `Nothing is left of this: ${base} has all of it, so this ${platform.request} can be closed.`
    await updated(platform, request, words)
    say(`${titleOf(platform.request)} ${request.id} can be closed: ${request.url}`)
  }
  return statusOf(job, ran, { is_told: false })
}

async function descriptionIn(job, { tips, tree, ran, commit }) {
  const { files } = await planIn(job, tree)
  const findings = await findingsIn(job, tree)
  const locks = await tree.changed(tips.base, commit ?? tips.own, LOCK)
  return descriptionOf({ files, findings, locks, failures: ran.failures, base: job.base })
}

/** Opens the request, or updates the one there is, also where somebody opened it meanwhile. */
async function inRequest({ platform, branch, base, title }, request, description) {
  if (request?.state === 'open') return await updated(platform, request, description)
  try {
    return await platform.open({ branch, base, title, body: putInto('', description) })
  } catch (error) {
    const there = (await platform.list(branch, base)).find(({ state }) => state === 'open')
    if (there === undefined) throw error
    return await updated(platform, there, description)
  }
}

async function updated(platform, open, description) {
  const body = putInto(open.body, description)
  return body === open.body ? open : await platform.update(open.id, body)
}

/** Texts without a translation are no failure where the request tells of them: the next run asks again. */
function statusOf({ platform }, { status, failures }, { is_told }) {
  for (const { path, words } of failures) platform.warn(`${path}: ${words}`)
  if (status !== 3) return status
  platform.warn('Some texts have no translation: none came, or it lost a placeholder. The next run asks again.')
  return is_told ? 0 : 3
}

function say(text) {
  process.stdout.write(`${text}\n`)
}
