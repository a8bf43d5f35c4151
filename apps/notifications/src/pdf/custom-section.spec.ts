import { describe, expect, it } from '@jest/globals';
import { cleanCustomSection } from './custom-section.js';

describe('custom section', () => {
  it.each([
    ['<h3>Banco</h3><p>CLABE <b>012</b><br>fin</p>', '<h3>Banco</h3><p>CLABE <b>012</b><br>fin</p>'],
    ['<td colspan="2" onclick="x()">a</td>', '<td colspan="2">a</td>'],
    ['<p style="position:fixed" class=a>a</p>', '<p>a</p>'],
    ['<script>alert(1)</script>a', 'a'],
    ['<style>body{display:none}</style>a', 'a'],
    ['<script>never closed', ''],
    ['<img src=x onerror=alert(1)>a', 'a'],
    ['<a href="javascript:x()">a</a>', 'a'],
    ['<svg onload=x()><p>a</p></svg>b', 'b'],
    ['<!-- <b> -->a', 'a'],
    ['<B>a</B>', '<b>a</b>'],
    ['<b>a', '<b>a</b>'],
    ['a</div></body></html>', 'a'],
    ['<ul><li>a</ul>b', '<ul><li>a</li></ul>b'],
    ['1 < 2 & 3 > 2 "x"', '1 &lt; 2 &amp; 3 &gt; 2 &quot;x&quot;'],
    ['&lt;script&gt; &aacute; &#225;', '&lt;script&gt; &aacute; &#225;'],
    ['<p title="a>b">c</p>', '<p>b&quot;&gt;c</p>'],
    ['<<b>script>a', '&lt;<b>script&gt;a</b>'],
    ['<scr<script>x</script>ipt>alert(1)', 'alert(1)'],
    ['{{total}}', '{{total}}'],
  ])('%s', (html, clean) => {
    expect(cleanCustomSection(html)).toBe(clean);
  });

  it('stays quick and bounded for hostile input', () => {
    const started = performance.now();
    for (const part of ['<a ', '<b>', '<script', '<!--', '<p "', '&a', '<']) {
      const clean = cleanCustomSection(part.repeat(300_000));
      expect(clean.length).toBeLessThan(600_000);
      expect(clean.match(/<b>/g)?.length ?? 0).toBeLessThan(100);
    }
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
