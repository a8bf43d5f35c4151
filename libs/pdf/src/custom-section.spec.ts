import { describe, expect, it } from '@jest/globals';
import { cleanCustomSection } from './custom-section.js';

describe('custom section', () => {
  it.each([
    ['<h3>Banco</h3><p>CLABE <b>012</b><br>fin</p>', '<h3>Banco</h3><p>CLABE <b>012</b><br />fin</p>'],
    ['<p style="position:fixed" class=a id=b>a</p>', '<p>a</p>'],
    ['<script>alert(1)</script>a', 'a'],
    ['<style>body{display:none}</style>a', 'a'],
    ['<script>never closed', ''],
    ['<img src=x onerror=alert(1)>a', 'a'],
    ['<svg onload=x()><p>a</p></svg>b', 'b'],
    ['<iframe src="http://127.0.0.1"></iframe><object data=x>c</object>a', 'a'],
    ['<link rel=stylesheet href=http://x><meta http-equiv=refresh content=0><base href=//x>a', 'a'],
    ['<form action=x><input name=a><button>b</button></form>', 'b'],
    ['<!-- <b> -->a', 'a'],
    ['<B>a</B>', '<b>a</b>'],
    ['<b>a', '<b>a</b>'],
    ['a</div></body></html>', 'a'],
    ['<ul><li>a</ul>b', '<ul><li>a</li></ul>b'],
    ['1 < 2 & 3 > 2 "x"', '1 &lt; 2 &amp; 3 &gt; 2 "x"'],
    ['&lt;script&gt; &aacute; &#225;', '&lt;script&gt; á á'],
    ['<p title="a>b">c</p>', '<p>c</p>'],
    ['{{total}}', '{{total}}'],
  ])('%s', (html, clean) => {
    expect(cleanCustomSection(html)).toBe(clean);
  });

  it.each([
    [
      '<a href="https://a.example/?b=1&c=2" title="T" target=_blank>x</a>',
      '<a href="https://a.example/?b=1&amp;c=2" title="T">x</a>',
    ],
    ['<a href="mailto:a@b.example">x</a>', '<a href="mailto:a@b.example">x</a>'],
    ['<a href="javascript:x()">x</a>', '<a>x</a>'],
    ['<a href=" jav&#x09;ascript:x()">x</a>', '<a>x</a>'],
    ['<a href="data:text/html,x">x</a>', '<a>x</a>'],
    ['<a href="file:///etc/passwd">x</a>', '<a>x</a>'],
    ['<a href="//a.example">x</a>', '<a>x</a>'],
    ['<a href="/v2/invoices">x</a>', '<a>x</a>'],
    ['<a href="#top" onclick=x()>x</a>', '<a>x</a>'],
  ])('the link %s', (html, clean) => {
    expect(cleanCustomSection(html)).toBe(clean);
  });

  it.each([
    [
      '<table><tr><td colspan="2" align="RIGHT" onclick="x()">a',
      '<table><tr><td colspan="2" align="RIGHT">a</td></tr></table>',
    ],
    ['<table><tr><th colspan="9999" rowspan="2" align="x">a', '<table><tr><th>a</th></tr></table>'],
    ['<tr><td>a</td></tr></table><td>b', 'ab'],
    ['<table><td>a</td></table><tfoot><td>b</td></tfoot>', '<table><td>a</td></table>b'],
  ])('the table %s', (html, clean) => {
    expect(cleanCustomSection(html)).toBe(clean);
  });

  it('stays quick and bounded for hostile input', () => {
    const started = performance.now();
    for (const part of ['<a ', '<b>', '<script', '<!--', '<p "', '&a', '<']) {
      const clean = cleanCustomSection(part.repeat(300_000));
      expect(clean.length).toBeLessThan(600_000);
      expect(clean.match(/<b>/g)?.length ?? 0).toBeLessThan(100);
    }
    // Time that grows by the square of the length would be hours.
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});
