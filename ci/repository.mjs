import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gitIn } from './processes.mjs'
import { Refusal } from './refusal.mjs'

/** The line of a message by which a commit of ours is known: others may commit under the same name. */
const MARK = 'Translation-Sync'
/** Locks merge line by line also where the repository does not say so. */
const ATTRIBUTES = fileURLToPath(new URL('attributes', import.meta.url))

/** The repository of the job, and the two branches of it that this is about. */
export function openRepository(folder, { remote, push_as, author, token }, { branch, base }) {
  const config = [['core.attributesFile', ATTRIBUTES], ...headerOf(push_as, token)]
  const { git, tried } = gitIn(folder, { author, config })
  /** The commit at the end of a branch there; undefined where there is none. */
  const tipOf = async name => (await git('ls-remote', remote, `refs/heads/${name}`)).split('\t')[0] || undefined
  /** The same, fetched. Whose commits a branch has only its whole history tells, which most jobs do not have. */
  const fetched = async (name, place, isWhole) => {
    const isShallow = (await git('rev-parse', '--is-shallow-repository')) === 'true'
    const depth = !isShallow ? [] : isWhole ? ['--unshallow'] : ['--depth=1']
    await git('fetch', '--quiet', '--no-tags', ...depth, remote, `+refs/heads/${name}:${place}`)
    return await git('rev-parse', place)
  }

  return {
    /** Brings both branches here, and says where they end. */
    async fetch() {
      const isThere = (await tipOf(branch)) !== undefined
      const tip = await fetched(base, 'refs/translation-mcp/base', isThere)
      return { base: tip, own: isThere ? await fetched(branch, 'refs/translation-mcp/branch', isThere) : undefined }
    },
    /** Where a folder lies in the repository. */
    placeOf: () => git('rev-parse', '--show-prefix'),
    /** @throws {Refusal} the job may not push: better known before anything is paid for */
    async mayPush(tip) {
      const { status, stderr } = await tried(
        'push',
        '--dry-run',
        '--quiet',
        '--force',
        remote,
        `${tip}:refs/heads/${branch}`,
      )
      if (status !== 0)
        throw new Refusal(`The branch ${branch} cannot be pushed, so nothing was translated: ${stderr.trim()}`)
    },
    /** Those who wrote what the branch has and the default branch lacks, but for this job. */
    async othersIn(tips) {
      const log = await git(
        'log',
        `--format=%ae%x09%ce%x09%(trailers:key=${MARK},valueonly,separator=%x2C)%x09%an`,
        `${tips.base}..${tips.own}`,
      )
      const commits = log
        .split('\n')
        .filter(line => line !== '')
        .map(line => line.split('\t'))
      const ours = ([by, committer, mark]) => by === author.email && committer === author.email && mark !== ''
      return {
        count: commits.length,
        names: [...new Set(commits.filter(commit => !ours(commit)).map(commit => commit[3]))],
      }
    },
    /** What a commit changes against another, file by file and byte by byte. */
    changes: (from, to) => git('diff-tree', '-r', '--raw', '--full-index', '--no-renames', from, to),
    forkPoint: tips => git('merge-base', tips.base, tips.own),
    /** Works in a folder beside the checkout of the job, which stays as it is. */
    async inWorktree(commit, work) {
      const beside = await mkdtemp(join(process.env.RUNNER_TEMP || tmpdir(), 'translation-sync-'))
      try {
        await git('worktree', 'add', '--quiet', '--force', '--detach', beside, commit)
        return await work(worktreeIn(beside, { author, config }))
      } finally {
        await tried('worktree', 'remove', '--force', beside)
        await rm(beside, { recursive: true, force: true })
      }
    },
    /**
     * Pushes a commit as the branch, only while the branch is as it was seen.
     *
     * @returns false where somebody pushed meanwhile
     */
    async push(commit, seen) {
      const lease = `--force-with-lease=refs/heads/${branch}:${seen ?? ''}`
      const { status, stderr } = await tried('push', '--quiet', lease, remote, `${commit}:refs/heads/${branch}`)
      if (status !== 0 && (await tipOf(branch)) === seen) throw new Refusal(`git push failed: ${stderr.trim()}`)
      return status === 0
    },
  }
}

/** The token as git sends it, and nothing that the checkout may have left: two headers of this name are refused. */
function headerOf({ server, user }, token) {
  const key = `http.${server}/.extraheader`
  return [
    [key, ''],
    [key, `AUTHORIZATION: basic ${Buffer.from(`${user}:${token}`).toString('base64')}`],
  ]
}

function worktreeIn(folder, how) {
  const { git, tried } = gitIn(folder, how)
  return {
    folder,
    /** Takes along what another branch holds, as if it were written here. False, and nothing taken, where the two do not go together. */
    async takeAlong(commit) {
      const { status } = await tried('merge', '--squash', '--quiet', commit)
      if (status !== 0) await git('reset', '--quiet', '--hard')
      return status === 0
    },
    reset: () => git('reset', '--quiet', '--hard'),
    /** Merges a commit of another branch. The files in which the two do not go together; none where it is merged. */
    async merge(commit, name) {
      const { status } = await tried('merge', '--quiet', '--no-ff', '-m', `Merge ${name}\n\n${MARK}: merge`, commit)
      if (status === 0) return []
      return (await git('diff', '--name-only', '--diff-filter=U')).split('\n')
    },
    contains: async commit => (await tried('merge-base', '--is-ancestor', commit, 'HEAD')).status === 0,
    /** Commits all that changed. Undefined where nothing did. */
    async commit(title) {
      await git('add', '--all')
      if ((await tried('diff', '--cached', '--quiet')).status === 0) return undefined
      await git('commit', '--quiet', '-m', title, '-m', `${MARK}: translations`)
      return await git('rev-parse', 'HEAD')
    },
    /** The files of a commit that end so and differ from those of another, with both texts. */
    async changed(from, to, name) {
      const files = (await git('diff', '--name-only', '-z', '--no-renames', from, to))
        .split('\0')
        .filter(file => file === name || file.endsWith(`/${name}`))
      const text = async (commit, file) => (await tried('show', `${commit}:${file}`)).stdout
      return await Promise.all(
        files.map(async file => ({ file, before: await text(from, file), after: await text(to, file) })),
      )
    },
  }
}
