// Naughty strings, generated from their common patterns: 500 of them, the same in each run.

const reserved =
  'undefined null NULL (null) nil NIL true false True FALSE None NaN Infinity -Infinity 0 -0 1e309 0x0 0xffffffff 1/0 -1 1.0.0 constructor __proto__ prototype hasOwnProperty toString CON PRN AUX NUL COM1 LPT1 \\ \\\\ // /* */ <!-- --> ]]> #{1} ${1} %s %n %d %x$s {{now}} {0} $HOME `id` $(id) %00 %0d%0a &lt; &#0; &amp; =1+1 +1 -1 @x |x ;x'.split(
    ' ',
  );
const attacks = [
  "' OR 1=1 --",
  "1'; DROP TABLE users; --",
  '"; drop table "Job"; --',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  'javascript:alert(1)',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  '../../../../etc/passwd',
  '..\\..\\..\\windows\\win.ini',
  '() { :; }; echo x',
  '{"$gt": ""}',
  '{"__proto__": {"isAdmin": true}}',
  "E'\\x00'::bytea",
  '\\u0000',
  '\\N',
  '\\.',
  '$$; select 1; $$',
  'a\r\nset-cookie: b=c',
  '%c0%ae%c0%ae/',
];
const writing = [
  'Iñtërnâtiônàlizætiøn',
  'ÅÍÎÏ˝ÓÔÒÚÆ☃',
  '田中さんにあげて下さい',
  '사회과학원 어학연구소',
  'Ⱥ Ⱦ İ ı ſ ß ŉ ǰ ΐ',
  'مُنَاقَشَةُ سُبُلِ اِسْتِخْدَامِ',
  'בְּרֵאשִׁית',
  'ทั้งหมด',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘',
  '👨‍👩‍👧‍👦 🏳️‍🌈 🇺🇸🇷🇺 👍🏽',
  '\u202eright to left\u202c',
  'zero\u200bwidth\u200c\u200d\u2060\ufeff',
  '\ufeffmark first',
  '\u2028line\u2029paragraph',
  '\u00a0\u1680\u2003\u3000blank',
  '\u0301alone',
  '\ufdd0 \ufffe \uffff \u{1fffe} \u{10ffff}',
  '\u{1d400}\u{1f4a9}\u{20bb7}\u{e0001}',
  'i\u0307 I\u0307 \u0131',
  'e\u0301 \u00e9',
];
const controls = Array.from({ length: 0xa1 }, (_, code) => `a${String.fromCharCode(code)}b`);
const wraps = [
  (text: string) => text,
  (text: string) => `"${text}"`,
  (text: string) => `${text}\n${text}\r\n`,
  (text: string) => JSON.stringify({ [text]: text }),
];
const plain = [...reserved, ...attacks, ...writing];

export const naughtyStrings = [...new Set([...controls, ...wraps.flatMap((wrap) => plain.map(wrap))])].slice(
  0,
  500,
);
