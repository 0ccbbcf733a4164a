import { spawnSync } from 'node:child_process';

/** Runs a command and returns its output; a failure throws with all it said. */
export function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) {
    throw new Error(`${command} ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`);
  }
  return stdout;
}
