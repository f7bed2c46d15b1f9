import { readFileSync } from 'node:fs';
import { commentsOf, measureComments } from './comments.ts';
import { filesEnding } from '#dev/test/source-files.ts';

// `npm run language`: the measure of comments by room; `-- server app` measures the folders inside these rooms.

const opened = new Set(process.argv.slice(2));
const byRoom = new Map<string, string[]>();
for (const file of filesEnding('.ts', '.tsx')) {
  const [room = '', folder = ''] = file.split('/');
  const name = opened.has(room) ? `${room}/${folder}` : room;
  const comments = byRoom.get(name) ?? [];
  comments.push(...commentsOf({ file, text: readFileSync(file, 'utf8') }));
  byRoom.set(name, comments);
}

const percent = (part: number, all: number) => (all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`);

console.log('room                            comments  clause openings  words    relative pronouns');
for (const [room, comments] of [...byRoom, ['all', [...byRoom.values()].flat()] as const]) {
  const { clauseOpenings, words, relativePronouns } = measureComments(comments);
  console.log(
    room.padEnd(31),
    String(comments.length).padEnd(9),
    percent(clauseOpenings, comments.length).padEnd(16),
    String(words).padEnd(8),
    percent(relativePronouns, words),
  );
}
