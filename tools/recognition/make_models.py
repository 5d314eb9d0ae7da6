"""Makes the models of `src/documents/recognition/models` from those of the package rapidocr (PyPI, Apache-2.0).

    python3 -m venv venv && venv/bin/pip install onnx==1.19.0 numpy
    venv/bin/pip download --no-deps rapidocr==3.10.0
    venv/bin/python tools/recognition/make_models.py rapidocr-3.10.0-py3-none-any.whl src/documents/recognition/models

What is changed, and why:
- The reader of lines knows 18,709 characters. Those that English and Spanish paper has are kept, of the last layer as well:
  the file is a third smaller, a line is read sooner, and no Latin letter is taken for a like one of another alphabet.
- Weights are stored as halves (float16) and made whole when the model is loaded: half the bytes, the same speed.
"""

import hashlib
import io
import json
import sys
import zipfile
from pathlib import Path

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

# SHA-256 of what was taken, as the package's own default_models.yaml has it.
SOURCES = {
    "PP-OCRv6_det_small.onnx": "090f04ab",
    "PP-OCRv6_rec_small.onnx": "6f327246",
}
HALVED_FROM = 256  # Shorter tensors stay as they are: biases, and shapes that graphs are folded by.


def is_kept(character: str) -> bool:
    """Printable ASCII, the letters and signs of Latin-1, typographic quotes and dashes, boxes and ticks."""
    return len(character) == 1 and (
        " " <= character <= "~"
        or "\u00a1" <= character <= "\u00ff"
        or character in "‘’“”–—…•·€™√✓✔✗✘□■☐☑☒"
    )


def keep_characters(model: onnx.ModelProto) -> list[str]:
    """Cuts the last layer down. Returns the characters in the order of the classes, without the blank."""
    [stored] = [entry.value for entry in model.metadata_props if entry.key == "character"]
    # The blank comes first, a space last; neither is in the list.
    classes = ["", *stored.split("\n"), " "]
    kept = [0, *[index for index, character in enumerate(classes) if is_kept(character)]]
    for tensor in model.graph.initializer:
        if tensor.dims and tensor.dims[-1] == len(classes):
            tensor.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(tensor)[..., kept], tensor.name))
    for output in model.graph.output:
        output.type.tensor_type.shape.dim[-1].dim_value = len(kept)
    del model.graph.value_info[:]
    del model.metadata_props[:]
    return [classes[index] for index in kept[1:]]


def halve(model: onnx.ModelProto) -> None:
    """Stores the large weights as float16, each with a cast that the runtime folds away."""
    casts = []
    for tensor in model.graph.initializer:
        if tensor.data_type != TensorProto.FLOAT or numpy.prod(tensor.dims) < HALVED_FROM:
            continue
        name = tensor.name
        half = numpy_helper.to_array(tensor).astype(numpy.float16)
        tensor.CopyFrom(numpy_helper.from_array(half, f"{name}.half"))
        casts.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
    nodes = list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend([*casts, *nodes])


def main(wheel: str, folder: str) -> None:
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as package:
        for name, digest in SOURCES.items():
            data = package.read(f"rapidocr/models/{name}")
            if not hashlib.sha256(data).hexdigest().startswith(digest):
                raise SystemExit(f"{name} is not what it was: its SHA-256 does not begin with {digest}")
            model = onnx.load(io.BytesIO(data))
            if "_rec_" in name:
                characters = keep_characters(model)
                (target / "characters.json").write_text(json.dumps(characters, ensure_ascii=False) + "\n")
            halve(model)
            onnx.checker.check_model(model)
            onnx.save(model, str(target / ("detector.onnx" if "_det_" in name else "reader.onnx")))


if __name__ == "__main__":
    main(*sys.argv[1:])
