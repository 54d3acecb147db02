/** HTML pasted from a mail program: headings, lists, colors, a wide table, links. */
export const RICH_BODY = `
<h2>Findings on site</h2>
<p>The <strong>circulation pump</strong> runs dry. <span style="color:#c00000">Do not switch it on</span> until
the part has come; <span style="background-color:#ffff00">the hot water of the kitchen is not affected</span>.</p>
<h4>Next steps</h4>
<ol><li>Order pump <em>UPS2 25-60</em></li><li>Agree on a date with <a href="tel:+12025550147">the caretaker</a></li></ol>
<p style="text-align:center"><a href="https://example.com/manuals/ups2?lang=en">Manual of the pump</a></p>
<table><thead><tr><th>Part</th><th>Maker</th><th>Number</th><th>Pieces</th><th>In stock</th><th>Expected</th></tr></thead>
<tbody><tr><td>Circulation pump</td><td>Grundfos</td><td>97993197</td><td>1</td><td>no</td><td>9 March</td></tr>
<tr><td>Flat gasket</td><td>Fischer</td><td>FG-112-EPDM</td><td>2</td><td>yes</td><td>–</td></tr></tbody></table>
<blockquote>“The tenant on the second floor has the key.”</blockquote>`;

/** HTML that tries to run scripts, load resources and take over the page. */
export const HOSTILE_BODY = `
<p onclick="alert(1)" id="root" class="MuiAlert-root" style="position:fixed;inset:0;color:#fefefe">Harmless words</p>
<script>alert(1)</script><style>body{display:none}</style><iframe src="https://example.com"></iframe>
<img src="x" onerror="alert(1)" alt="(picture)"><form action="https://example.com"><input name="code"></form>
<svg onload="alert(1)"></svg><a href="javascript:alert(1)">A link that leads nowhere</a>`;

/** One picture as a `data:` URL, one on another server, and a document. */
export const PICTURES_BODY = `
<p>Where the water comes through:</p>
<p><img alt="Plan of the cellar" width="160" height="100" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==">
<img alt="Photo of the stain" width="160" src="https://example.com/stain.jpg"></p>
<p><a href="https://example.com/reports/cellar.pdf">Report with measurements</a></p>`;

/** A document of frames, which has no text of its own. */
export const FRAMES_BODY = '<frameset cols="50%,50%"><frame src="https://example.com"></frameset>';
